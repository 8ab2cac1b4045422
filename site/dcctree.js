// What other pages import.
export { DccError, create, load, open, restore, version } from "./bridge.js";
