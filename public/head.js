// A plain script in the head, in the words of the oldest browsers, so that its work is done before the first paint.
(function (page) {
  // What the oldest browsers of package.json can do, and older ones cannot. The page then says so, and nothing starts.
  const isCurrent =
    window.CSS !== undefined &&
    CSS.supports !== undefined &&
    CSS.supports('height', '1dvh') &&
    [].findLast !== undefined &&
    Object.hasOwn !== undefined &&
    window.structuredClone !== undefined &&
    window.AbortSignal !== undefined &&
    AbortSignal.prototype.throwIfAborted !== undefined;
  if (!isCurrent) page.setAttribute('data-outdated', '');

  let choice = null;
  try {
    choice = localStorage.getItem('theme');
  } catch (refused) {
    // Without storage the system's theme applies.
  }
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-theme', isDark ? 'dark' : 'light');
})(document.documentElement);
