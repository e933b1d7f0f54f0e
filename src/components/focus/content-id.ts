/** Id of the element that holds the screen: the target of the skip link. */
export const CONTENT_ID = 'content';
