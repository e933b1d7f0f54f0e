import { itemOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';

/** A check and an execute open a cart. It is then filled line by line (§7). */
export const carts: ResourceDeclaration = {
  name: 'carts',
  async calls() {
    const { checkCart, deleteCartProduct, executeCart, putCartProduct, readCart, readCartSummary, recreateCart } =
      await import('#contract/calls/carts.ts');
    return {
      one: itemOf(readCart, 'cart', (cartId) => ({ params: { cartId } })),
      otherCalls: [readCartSummary, checkCart, executeCart, recreateCart, putCartProduct, deleteCartProduct],
    };
  },
};
