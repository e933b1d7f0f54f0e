// Holds the weight budgets of design §5 on the built portal: the scripts that a screen loads before it is usable, brotli.
// It also finds chunks that import each other, which the grouping in vite.config.ts could bring about.
// Usage: node scripts/check-weight.mjs [folder of the build, dist when not given]
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BYTES_PER_KB = 1000;
const PUBLIC_PAGES = [
  'home',
  'support',
  'voucher-information',
  'user-not-found',
  'not-found',
  'privacy',
  'legal-notes',
  'accessibility-statement',
];
const ANTD = 'src/components/antd/antd-layout.tsx';
const PATIENT_SEARCH = [ANTD, 'src/pages/patient-search/index.tsx'];
const DASHBOARD = ['src/pages/home/index.tsx', 'src/pages/home/dashboard/index.tsx'];
const CHARTS = 'src/pages/home/dashboard/charts/drawn-chart.tsx';

/** All that is loaded late but what a route brings, and what comes when somebody opens it. */
const ANY_CALL = /^(?!src\/(pages|components\/(antd|palette))\/)/;

/**
 * Each screen: the modules that its route loads, what of the rest its calls bring (the HTTP client and the contract),
 * and its budget in kB; what it must not bring (`without`). What comes after a screen is weighed by what it adds to the
 * modules that are there (`after`).
 */
const SCREENS = [
  ...PUBLIC_PAGES.map((page) => ({
    name: page,
    modules: [`src/pages/${page}/index.tsx`],
    calls: /^$/,
    budget: 190,
    without: [ANTD, DASHBOARD[1], CHARTS],
  })),
  // Who is signed in sees figures and tables first.
  { name: 'dashboard', modules: DASHBOARD, calls: ANY_CALL, budget: 190, without: [ANTD, CHARTS] },
  {
    name: 'charts of the dashboard',
    modules: [CHARTS],
    after: DASHBOARD,
    calls: ANY_CALL,
    budget: 290,
    without: [ANTD],
  },
  // Without its map, which arrives when the rest is usable.
  {
    name: 'store-locator',
    modules: ['src/pages/store-locator/index.tsx'],
    calls: /api-client|authentication|businesses/,
    budget: 200,
  },
  {
    name: 'sign-on-return',
    modules: ['src/pages/sign-on-return/index.tsx'],
    calls: /api-client|authentication|businesses|asl/,
    budget: 190,
  },
  { name: 'purchase-history', modules: [ANTD, 'src/pages/purchase-history/index.tsx'], calls: ANY_CALL, budget: 345 },
  { name: 'billing-summary', modules: [ANTD, 'src/pages/billing-summary/index.tsx'], calls: ANY_CALL, budget: 345 },
  { name: 'amc-orders', modules: [ANTD, 'src/pages/amc-orders/index.tsx'], calls: ANY_CALL, budget: 345 },
  { name: 'amc-order-summary', modules: [ANTD, 'src/pages/amc-order-summary/index.tsx'], calls: ANY_CALL, budget: 345 },
  { name: 'patient-search', modules: PATIENT_SEARCH, calls: ANY_CALL, budget: 345 },
  {
    name: 'stepper',
    modules: [...PATIENT_SEARCH, 'src/pages/patient-search/stepper/stepper.tsx'],
    calls: ANY_CALL,
    budget: 400,
  },
];

const build = process.argv[2] ?? 'dist';
const manifest = JSON.parse(readFileSync(join(build, '.vite/manifest.json'), 'utf8'));

/** The chunks of these modules with all that they import at once, and what comes with their calls. */
function chunksOf(modules, calls, found = new Set()) {
  for (const module of modules) {
    const chunk = manifest[module];
    if (!chunk) throw new Error(`${module} is not in the build; has it been renamed?`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    const late = (chunk.dynamicImports ?? []).filter((name) => calls.test(name));
    chunksOf([...(chunk.imports ?? []), ...late], calls, found);
  }
  return found;
}

/** In kB, of the brotli form that the build wrote beside the file and the server sends. */
function weightOf(file) {
  return statSync(join(build, `${file}.br`)).size / BYTES_PER_KB;
}

/** Chunks that import each other: one of them would run before what it needs is there. */
function circlesFrom(name, path, done) {
  if (path.includes(name)) return [[...path.slice(path.indexOf(name)), name].join(' → ')];
  if (done.has(name)) return [];
  const circles = (manifest[name].imports ?? []).flatMap((next) => circlesFrom(next, [...path, name], done));
  done.add(name);
  return circles;
}

const done = new Set();
const circles = Object.keys(manifest).flatMap((name) => circlesFrom(name, [], done));
for (const circle of circles) console.log(`CIRCLE  ${circle}`);
let failures = 0;
for (const { name, modules, calls, budget, after, without = [] } of SCREENS) {
  const there = after ? chunksOf(['index.html', ...after], calls).add('theme.js') : new Set();
  const loaded = chunksOf(['index.html', ...modules], calls).add('theme.js');
  const scripts = [...loaded].filter((file) => file.endsWith('.js') && !there.has(file));
  const weight = scripts.reduce((sum, file) => sum + weightOf(file), 0);
  const unwanted = without.filter((module) => loaded.has(manifest[module].file));
  const isTooHeavy = weight > budget;
  failures += isTooHeavy || unwanted.length > 0 ? 1 : 0;
  console.log(`${isTooHeavy ? 'TOO HEAVY' : 'ok'}  ${name}: ${weight.toFixed(1)} kB of ${budget} kB`);
  for (const module of unwanted) console.log(`UNWANTED  ${name} brings ${module}`);
}
console.log(`${SCREENS.length - failures} passed, ${failures} failed`);
process.exitCode = failures + circles.length === 0 ? 0 : 1;
