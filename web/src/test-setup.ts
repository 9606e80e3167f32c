// happy-dom has no animations; Svelte's transitions need something that ends.
Element.prototype.animate ??= (() => {
  const animation = { cancel() {}, finish() {}, finished: Promise.resolve(), onfinish: null as null | (() => void) };
  queueMicrotask(() => animation.onfinish?.());
  return animation as unknown as Animation;
}) as typeof Element.prototype.animate;
