import type { Page } from '@playwright/test';

/** Runs in the page, so it must not refer to anything outside. */
function findMotions(): string[] {
  /** In seconds: a longer motion is visible. */
  const UNSEEN = 0.001;
  const longest = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat));
  const styled = [...document.querySelectorAll('body, body *')].flatMap((element) => {
    const { animationDuration, transitionDuration } = getComputedStyle(element);
    const lasts = Math.max(longest(animationDuration), longest(transitionDuration)) > UNSEEN;
    return lasts ? [`${element.tagName} ${element.getAttribute('class') ?? ''}`] : [];
  });
  const running = document.getAnimations().flatMap((animation) => {
    const duration = Number(animation.effect?.getComputedTiming().duration) / 1000;
    if (animation.playState !== 'running' || duration <= UNSEEN) return [];
    return [animation instanceof CSSAnimation ? animation.animationName : animation.id];
  });
  return [...new Set([...styled, ...running])];
}

/** Elements whose style or running animation moves them, now or on the next change, for long enough to be visible. */
export function lastingMotions(page: Page): Promise<string[]> {
  return page.evaluate(findMotions);
}
