/** EVERY_VIEW: whether every state of a screen is looked at in every view. `npm run test:full` sets it. */
export const inEveryView = process.env.EVERY_VIEW !== undefined;
