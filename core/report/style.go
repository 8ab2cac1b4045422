// The style sheet of the report: its own layout, and the colors of the figures as on the page.

package report

const style = tokens + layout + figures

// tokens are the page's colors, light and dark (a test holds them equal to site/style.css).
const tokens = `:root{
  color-scheme:light dark;
  --sans:-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue","Nimbus Sans","Liberation Sans",Arial,` +
	`sans-serif;
  --serif:"Iowan Old Style","Palatino Linotype",Palatino,P052,"Book Antiqua",Georgia,serif;
  --paper:#fcfcfb; --ink:#15191e; --ink2:#454d57; --ink3:#5f6874;
  --rule:#dcdfe2; --edge:#828a94; --grid:#e7e9eb;
  --accent:#2a3fa6; --on-accent:#fff; --wash:#dde2f5; --band:#e6e9ef; --firm:#15191e; --bar:#8a929c;
  --c1:#e69f00; --c2:#009e73; --c3:#cc79a7; --c4:#56b4e9; --c5:#d55e00; --c6:#f0e442; --c7:#0072b2;
}
@media (prefers-color-scheme:dark){:root{
  --paper:#0f1216; --ink:#eceef1; --ink2:#b9c0c9; --ink3:#98a1ac;
  --rule:#2b3138; --edge:#727b86; --grid:#20252b;
  --accent:#a3b5ff; --on-accent:#0f1216; --wash:#28325c; --band:#222830; --firm:#727b86; --bar:#7b848f;
}}
`

const layout = `*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink)}
body{margin:0 auto;padding:24px 20px 40px;max-width:860px;font:15px/22px var(--sans);` +
	`font-variant-numeric:tabular-nums lining-nums;overflow-wrap:anywhere}
header{border-bottom:1px solid var(--firm);padding-bottom:12px}
h1{font-size:28px;line-height:34px;margin:0} h2{font-size:20px;line-height:26px;margin:0 0 6px} ` +
	`h3{font-size:16px;line-height:22px;margin:18px 0 4px}
p,li{font-family:var(--serif);color:var(--ink2);margin:4px 0 8px;max-width:72ch} ul{margin:6px 0;padding-left:20px}
.verdict{color:var(--ink);font-size:17px;line-height:24px}
section{border-bottom:1px solid var(--rule);padding:18px 0 14px}
figure{margin:14px 0} svg{display:block;width:100%;height:auto;overflow:visible}
dl{margin:6px 0 10px;columns:2;column-gap:32px} dl div{display:grid;grid-template-columns:minmax(0,5fr) ` +
	`minmax(0,4fr);gap:0 12px;break-inside:avoid;border-top:1px solid var(--grid);padding:2px 0}
dt{color:var(--ink3)} dd{margin:0}
table{width:100%;border-collapse:collapse;margin:6px 0 10px} ` +
	`caption{text-align:left;color:var(--ink3);padding:2px 0 6px}
th,td{text-align:right;font-weight:400;padding:3px 0 3px 12px;vertical-align:top;border-top:1px solid var(--grid)} ` +
	`th:first-child,td:first-child{text-align:left;padding-left:0}
thead th{color:var(--ink3);border:0;overflow-wrap:normal} .words{text-align:left;width:88%}
@media (max-width:600px){dl{columns:1} body{font-size:13px;padding:16px 12px} th,td{padding-left:6px} ` +
	`thead th{overflow-wrap:anywhere;hyphens:auto}}
@media print{:root{--paper:#fff;--ink:#000;--ink2:#222;--ink3:#444;--rule:#ccc;--edge:#777;--grid:#ddd;` +
	`--accent:#2a3fa6;--wash:#dde2f5;--band:#e6e9ef;--bar:#8a929c} body{max-width:none;padding:0} ` +
	`figure,tr,h2,h3{break-inside:avoid} h2,h3,caption{break-after:avoid}}
`

// figures are the rules of site/style.css for the classes that package chart names (a test holds them equal).
const figures = `text{font-family:var(--sans);fill:var(--ink);font-size:14px}
.t-s{font-size:12.5px} .t-m{font-size:14px} .t-l{font-size:19px;font-weight:600;letter-spacing:-.01em}
text.mid{text-anchor:middle} .end{text-anchor:end} .strong{font-weight:600} .reg{font-weight:400;letter-spacing:0}
text.dim,tspan.dim{fill:var(--ink3)} text.accent,tspan.accent{fill:var(--accent)} .it{font-style:italic} ` +
	`.sb{font-size:.68em}
.yax text{text-anchor:end}
.grid{stroke:var(--grid);fill:none} .base,.axis-line,path.axis{stroke:var(--edge);fill:none}
.bar{fill:var(--bar)} .is-on .bar{fill:var(--accent)} .is-on .lab{font-weight:700;fill:var(--accent)}
.whisk{stroke:var(--ink);stroke-width:1.3;fill:none} .pick{stroke:var(--accent);stroke-width:2.5;fill:none}
.hatch{stroke:var(--bar);stroke-width:1.2;fill:none} .open{stroke:var(--edge);fill:none}
.i-edge{stroke:var(--ink2);stroke-width:1.1;fill:none;stroke-linejoin:round} .i-leaf{fill:var(--ink2)}
.is-on .i-edge{stroke:var(--accent)} .is-on .i-leaf,.now{fill:var(--accent)}
.rib{fill:var(--band)}
.dens{fill:var(--wash)} .dline{fill:none;stroke:var(--accent);stroke-width:1.6;stroke-linejoin:round}
.q90{stroke:var(--accent);stroke-width:4;fill:none} .med{stroke:var(--accent);stroke-width:1;fill:none}
.rug{stroke:var(--ink);stroke-width:.8;opacity:.42;fill:none}
.pts{stroke:var(--ink);stroke-width:2.4;stroke-linecap:round;opacity:.26;fill:none}
.new{stroke:var(--accent);stroke-width:1.4;fill:none} .mq{stroke:var(--accent);stroke-width:5;fill:none} ` +
	`.mean{fill:var(--accent)}
.halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
.cls{stroke:var(--ink);stroke-width:.8} .c0{fill:var(--bar)} .c1{fill:var(--c1)} .c2{fill:var(--c2)} ` +
	`.c3{fill:var(--c3)} .c4{fill:var(--c4)} .c5{fill:var(--c5)} .c6{fill:var(--c6)} .c7{fill:var(--c7)}
.use-bar{fill:var(--accent)} .open-bar{fill:var(--wash);stroke:var(--accent)} ` +
	`.soft{fill:var(--paper);stroke:var(--ink);stroke-width:1.3}
.hair{stroke:var(--accent);stroke-width:1.6;fill:none} .shade1{opacity:.3} .shade2{opacity:.5} .shade3{opacity:.75} ` +
	`.stem{stroke:var(--edge);fill:none}
.dim{color:var(--ink3);fill:var(--ink3)} .accent{color:var(--accent);fill:var(--accent)}
`
