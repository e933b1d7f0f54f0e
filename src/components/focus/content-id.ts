/** Of the element that holds the screen, to which the skip link leads. */
export const CONTENT_ID = 'content';
