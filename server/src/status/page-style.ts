import { createHash } from 'node:crypto'

/** The style of the status pages. It uses system fonts and no file: the page must come when little else does. */
export const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#1b2430,#e6eaf0);--soft:light-dark(#55606e,#a6b0bd);--line:light-dark(#dde2e9,#2b3340);
--card:light-dark(#fff,#1a202a);--link:light-dark(#1f4fc4,#9dbaff);--good:light-dark(#1d8a4e,#4cc38a);--minor:light-dark(#b26a00,#f0b03f);--major:light-dark(#c62f35,#ff7b7f);
--work:light-dark(#2d5fd3,#8fb0ff);--none:light-dark(#d5dbe3,#333d4b)}
:root.light{color-scheme:light}:root.dark{color-scheme:dark}
*{box-sizing:border-box}body{margin:0;background:light-dark(#f5f7fa,#11151c);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main,body>header,body>footer{width:min(880px,100% - 32px);margin-inline:auto}a{color:var(--link)}
:focus-visible{outline:3px solid var(--work);outline-offset:2px;border-radius:4px}
body>header{display:flex;align-items:center;gap:12px;padding:24px 0}body>header a{display:flex;align-items:center;gap:12px;color:inherit;font-weight:600;text-decoration:none}
body>header svg{width:32px;height:32px;border-radius:8px}body>header img{max-width:180px;max-height:36px}
h1{margin:0 0 16px;font-size:22px;line-height:1.3}h2{margin:40px 0 12px;font-size:18px}h3{margin:0;font-size:16px;overflow-wrap:anywhere}p{margin:0}
.card{padding:20px 24px;border:1px solid var(--line);border-radius:12px;background:var(--card)}.card+.card{margin-top:12px}
.overall{display:flex;gap:16px;align-items:center;border-inline-start:6px solid var(--c)}.overall svg{flex:none;width:32px;height:32px;fill:var(--c)}
.card+.soft{margin-top:12px}.overall p,.soft{color:var(--soft);font-size:14px}.old{margin-top:12px;padding:12px 24px;border:1px solid var(--minor);border-radius:12px;background:var(--card)}
.operational{--c:var(--good)}.degraded,.unknown{--c:var(--minor)}.outage{--c:var(--major)}.maintenance{--c:var(--work)}.none{--c:var(--soft)}
.api{padding:16px 0;border-top:1px solid var(--line)}.api:first-of-type{border:0;padding-top:0}.api:last-of-type{padding-bottom:0}
.row{display:flex;justify-content:space-between;gap:16px;align-items:baseline}.state{display:flex;gap:8px;align-items:center;flex:none;font-size:14px}
.state::before{content:"";width:10px;height:10px;border-radius:50%;background:var(--c)}
.bars{display:block;width:100%;height:34px;margin:8px 0 4px}.bars rect{fill:var(--none)}.bars .good{fill:var(--good)}.bars .minor{fill:var(--minor)}.bars .major{fill:var(--major)}
.scale{display:flex;justify-content:space-between;gap:8px;color:var(--soft);font-size:13px}
details{margin-top:8px;font-size:14px}summary{cursor:pointer;color:var(--link)}details ul{margin:8px 0 0;padding-inline-start:20px}
.updates{margin:12px 0 0;padding:0;list-style:none}.updates li{padding:10px 0 0 16px;border-inline-start:2px solid var(--line)}.updates li+li{padding-top:16px}
.text{white-space:pre-line;overflow-wrap:anywhere}.incident{border-inline-start:6px solid var(--c)}time{color:var(--soft);font-size:14px}
form{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin-top:12px}label{display:grid;gap:4px;flex:1 1 240px;font-size:14px}
input{padding:10px 12px;border:1px solid light-dark(#8a94a3,#6c7889);border-radius:8px;background:transparent;color:inherit;font:inherit;font-size:16px}
button{padding:10px 20px;border:0;border-radius:8px;background:light-dark(#1f4fc4,#9dbaff);color:light-dark(#fff,#0f1726);font:inherit;font-weight:600;cursor:pointer}
.wrong{flex-basis:100%;color:var(--major)}body>footer{display:flex;flex-wrap:wrap;gap:8px 20px;padding:32px 0 48px;font-size:14px;color:var(--soft)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0;padding:0;list-style:none}
@media(max-width:560px){.card{padding:16px}h2{margin-top:32px}.bars{height:28px}button{width:100%}}`

/** A hash instead of a nonce: so the same page can be sent to every reader. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`
