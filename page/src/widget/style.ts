export const STYLE = `
.cubeproof-player { max-width: 26em; font-size: 14px; color: inherit; }
.cubeproof-player .cube { height: 20em; display: grid; place-items: center; cursor: grab; touch-action: none; }
.cubeproof-player .cube:active { cursor: grabbing; }
.cubeproof-player .row { display: flex; align-items: center; justify-content: center; gap: .5em; margin: .4em 0; }
.cubeproof-player .row input { flex: 1; min-width: 0; accent-color: #2f6fb3; }
.cubeproof-player output { min-width: 4.5em; text-align: right; font-variant-numeric: tabular-nums; }
.cubeproof-player button { font: inherit; color: inherit; background: none; cursor: pointer; border: 1px solid #8a94a0; border-radius: .5em; padding: .2em .5em; }
.cubeproof-player .row button { width: 3em; height: 2.6em; }
.cubeproof-player .row button svg { width: 1.3em; height: 1.3em; fill: currentColor; stroke: currentColor; stroke-width: 2.4; stroke-linejoin: round; stroke-linecap: round; vertical-align: middle; }
.cubeproof-player button:hover { border-color: #2f6fb3; }
.cubeproof-player button:focus-visible, .cubeproof-player input:focus-visible { outline: 3px solid #2f6fb3; outline-offset: 2px; }
.cubeproof-player ol { display: flex; flex-wrap: wrap; gap: .3em; padding: 0; margin: .6em 0; list-style: none; max-height: 9em; overflow: auto; }
.cubeproof-player ol button { min-width: 2.4em; }
.cubeproof-player ol button[aria-current] { background: #2f6fb3; border-color: #2f6fb3; color: #fff; font-weight: 600; }
`;
