// What other pages import: the sampler by itself (bridge.js), and the element with the page in a locked frame (element.js).
export { DccError, create, load, open, restore, restoreFit, version } from "./bridge.js";
export { DccTree, mount } from "./element.js";
