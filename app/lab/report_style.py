"""How a report looks: paper in light, ink in dark, as in the window; printed it is black on white."""

from __future__ import annotations

_LIGHT = (
    "--ground:#FBF9F4;--panel:#F4F0E7;--card:#FFFFFF;--rule:#E2DCCD;--ink:#23211C;--muted:#655F50;--faint:#A39C88;"
    "--s0:#1F5FBF;--s1:#2E7D32;--s2:#6A4FB3;--s3:#A4521A;--b0:#1F5FBF;--b1:#A39C88;--b2:#B3261E;"
    "--gain:46,125,50;--loss:179,38,30;--band:#EFE7D2"
)
_DARK = (
    "--ground:#15171B;--panel:#1B1E23;--card:#20242A;--rule:#2E333B;--ink:#E6E3DA;--muted:#9AA0A8;--faint:#6B727B;"
    "--s0:#8AB4F8;--s1:#7BC88F;--s2:#B9A3F5;--s3:#E8A87C;--b0:#8AB4F8;--b1:#6B727B;--b2:#F2938C;"
    "--gain:123,200,143;--loss:242,147,140;--band:#2C2F2E"
)

STYLE = f"""
:root{{color-scheme:light dark;{_LIGHT}}}
@media (prefers-color-scheme:dark){{:root{{{_DARK}}}}}
@media print{{:root{{{_LIGHT};--ground:#FFFFFF;--panel:#FFFFFF}}}}
*{{box-sizing:border-box}}
html{{background:var(--ground)}}
body{{margin:0 auto;max-width:900px;padding:56px 32px 72px;color:var(--ink);background:var(--ground);
 font:15px/1.55 Inter,"Noto Sans","Segoe UI",system-ui,sans-serif}}
h1,h2,.lead{{font-family:"Source Serif 4","Noto Serif",Charter,Georgia,serif}}
h1{{font-size:32px;line-height:1.2;font-weight:600;margin:0 0 6px}}
h2{{font-size:21px;line-height:1.3;font-weight:600;margin:52px 0 4px}}
p{{margin:0 0 12px;max-width:70ch}}
.kicker{{font-size:12px;letter-spacing:.08em;text-transform:uppercase;color:var(--muted);margin:0 0 10px}}
.under,.caption{{color:var(--muted)}}
.under{{margin:0 0 28px}}
.caption{{font-size:13.5px;margin:0 0 14px;max-width:96ch}}
.card+.wide{{margin-top:18px}}
.lead{{list-style:none;margin:0;padding:0;font-size:18px;line-height:1.55}}
.lead li{{padding:10px 0;border-top:1px solid var(--rule)}}
.lead li:first-child{{font-size:22px;line-height:1.42;border-top:0;padding-top:0}}
.tiles{{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:1px;background:var(--rule);
 border:1px solid var(--rule);border-radius:10px;overflow:hidden;margin:0 0 30px}}
.tiles div{{background:var(--card);padding:14px 16px;font-size:13px;color:var(--muted)}}
.tiles b{{display:block;font-size:26px;line-height:1.25;color:var(--ink);font-weight:600;
 font-variant-numeric:tabular-nums}}
.note{{background:var(--panel);border-left:3px solid var(--faint);padding:10px 14px;margin:0 0 24px;max-width:none}}
.card{{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:18px 20px 12px}}
.wide{{overflow-x:auto}}
table{{border-collapse:collapse;width:100%;font-size:13.5px;line-height:1.4;font-variant-numeric:tabular-nums}}
th{{text-align:right;font-weight:500;color:var(--muted);padding:6px 8px;border-bottom:1px solid var(--ink);
 vertical-align:bottom}}
td{{text-align:right;padding:6px 8px;border-bottom:1px solid var(--rule);white-space:nowrap}}
th:first-child,td:first-child,th.l,td.l{{text-align:left}}
td.l{{white-space:normal}}
td small{{color:var(--muted);font-size:12px}}
tr.strong td{{font-weight:600}}
dl{{display:grid;grid-template-columns:minmax(130px,190px) 1fr;gap:4px 18px;margin:0;font-size:13.5px}}
dt{{color:var(--muted)}}
dd{{margin:0;overflow-wrap:anywhere}}
code,pre{{font:13px/1.5 "JetBrains Mono","Noto Sans Mono",ui-monospace,monospace}}
pre{{background:var(--panel);border:1px solid var(--rule);border-radius:8px;padding:12px 14px;margin:0 0 14px;
 white-space:pre-wrap;overflow-wrap:anywhere}}
.keys{{display:flex;flex-wrap:wrap;gap:4px 20px;font-size:13px;color:var(--muted);margin:0 0 12px;padding:0;
 list-style:none}}
.keys li{{display:flex;align-items:center;gap:7px}}
svg.plot{{display:block;width:100%;height:auto;overflow:visible}}
svg text{{font:12.5px Inter,"Noto Sans","Segoe UI",system-ui,sans-serif;fill:var(--ink)}}
svg .tick{{fill:var(--muted);font-size:12px}}
svg .note{{font-weight:600;font-variant-numeric:tabular-nums}}
svg .grid{{stroke:var(--rule);stroke-width:1}}
svg .rule{{stroke:var(--rule);stroke-width:1;stroke-dasharray:1 4}}
svg .reference{{stroke:var(--ink);stroke-width:1.2;stroke-dasharray:4 3}}
svg .band{{fill:var(--band)}}
svg .curve{{fill:none;stroke-width:2}}
svg .interval{{stroke-width:2.4;stroke-linecap:round;opacity:.55}}
svg .spread{{stroke:none;opacity:.13}}
svg .s0{{stroke:var(--s0)}}svg .s1{{stroke:var(--s1)}}svg .s2{{stroke:var(--s2)}}svg .s3{{stroke:var(--s3)}}
svg .mark{{stroke:var(--card);stroke-width:1}}
svg .mark.s0,svg .spread.s0{{fill:var(--s0)}}svg .mark.s1,svg .spread.s1{{fill:var(--s1)}}
svg .mark.s2,svg .spread.s2{{fill:var(--s2)}}svg .mark.s3,svg .spread.s3{{fill:var(--s3)}}
svg .b0{{fill:var(--b0)}}svg .b1{{fill:var(--b1)}}svg .b2{{fill:var(--b2)}}
footer{{margin-top:56px;padding-top:14px;border-top:1px solid var(--rule);font-size:13px;color:var(--muted)}}
@media print{{body{{max-width:none;padding:0;font-size:11pt}}h2{{break-after:avoid;margin-top:26px}}
 .card,svg.plot,tr,.tiles{{break-inside:avoid}}.card{{border-radius:0}}pre{{white-space:pre-wrap}}}}
@media (max-width:560px){{body{{padding:28px 16px}}h1{{font-size:26px}}.card{{padding:12px}}}}
"""
