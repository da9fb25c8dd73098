/**
 * The style sheet of the sandbox's pages, linked because their policy forbids inline styles. Every
 * pair of colours has a contrast of 4.5 or more.
 */
export const styleSheet = `
:root { color-scheme: light dark; --canvas: #f5f5f2; --surface: #fff; --ink: #1c2430; --muted: #4f5a68;
  --line: #d5d8dc;
  --edge: #6f7a88; --primary: #1f4e8c; --primary-ink: #fff; --warn: #fff1cc; --warn-ink: #5a3d00;
    --bad: #a3122a; --bad-back: #fdecee; }
@media (prefers-color-scheme: dark) { :root { --canvas: #11161d; --surface: #1a212b; --ink: #eef1f5;
  --muted: #b4bdc9;
  --line: #303a47; --edge: #8793a3; --primary: #9cc4ff; --primary-ink: #0b2038; --warn: #3c2f0a;
    --warn-ink: #ffe3a0;
  --bad: #ffaab4; --bad-back: #3a141b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
.banner { background: var(--warn); color: var(--warn-ink); text-align: center; font-weight: 600;
  padding: .5rem 1rem; }
.banner p, .line p { margin: 0; }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 1rem 0; }
h2 { font-size: 1.125rem; margin: 0 0 .5rem; }
a { color: var(--primary); }
a, button { min-height: 2.75rem; }
.back { display: inline-flex; align-items: center; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem;
  padding: 1.25rem; margin: 0 0 1.25rem; }
.lines { list-style: none; margin: 0; padding: 0; }
.line { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0;
  border-bottom: 1px solid var(--line); }
.line.total { border: 0; font-weight: 700; font-size: 1.125rem; }
.line .amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.code { margin: 0; font-size: 2.5rem; font-weight: 600; letter-spacing: .08em;
  font-variant-numeric: tabular-nums; }
.muted { color: var(--muted); }
.field { margin: 0 0 1rem; flex: 1 1 9rem; min-width: 0; }
.pair { display: flex; flex-wrap: wrap; gap: 0 1rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input { width: 100%; min-height: 3rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--surface);
  border: 1px solid var(--edge); border-radius: .5rem; }
input[readonly] { background: var(--canvas); }
input[aria-invalid] { border: 2px solid var(--bad); }
.hint, .problem { margin: .25rem 0 0; font-size: .9375rem; }
.hint { color: var(--muted); }
.problem { color: var(--bad); font-weight: 600; }
.summary { border: 2px solid var(--bad); background: var(--bad-back); color: var(--bad);
  border-radius: .75rem; padding: 1rem 1.25rem; margin: 0 0 1.25rem; }
.summary a { color: inherit; }
.summary ul { margin: 0; padding-left: 1.25rem; }
.summary p { margin: 0; }
button { width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 700; color: var(--primary-ink);
  background: var(--primary);
  border: 2px solid var(--primary); border-radius: .5rem; cursor: pointer; }
button.second { color: var(--primary); background: transparent; margin-top: .75rem; }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
pre { white-space: pre-wrap; margin: 0; font: inherit; }
dl { margin: 0; } dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
`
