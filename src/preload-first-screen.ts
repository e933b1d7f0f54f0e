import { preloadCode } from './screens.ts';

// The entry point's first import: what the first screen is made of is on its way before the rest of the entry is run.
preloadCode(window.location.pathname);
