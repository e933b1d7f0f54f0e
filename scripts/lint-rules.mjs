/** A linter plugin with the rule that no published plugin has. */
export default {
  meta: { name: 'house' },
  rules: {
    // A call of type void may return a promise in a newer browser, and React would take that promise for the clean-up.
    'effect-body': {
      create: (context) => ({
        'CallExpression[callee.name=/^use(Layout|Insertion)?Effect$/] > ArrowFunctionExpression[expression=true]'(
          node,
        ) {
          context.report({ node, message: 'An effect returns nothing but a clean-up: give it a body in braces.' });
        },
      }),
    },
  },
};
