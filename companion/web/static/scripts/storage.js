// What the browser keeps for the page: `lasting` for good, `ofTab` while the tab is open. In a private window, or where
// a person allows no such thing, any of it may throw: then nothing is kept, and the page works as if it were new.
const guarded = (storage) => {
  const attempt = (use) => {
    try {
      return use(window[storage]);
    } catch {
      return null;
    }
  };
  return {
    get: (name) => attempt((it) => it.getItem(name)),
    set: (name, value) => attempt((it) => it.setItem(name, value)),
    remove: (name) => attempt((it) => it.removeItem(name)),
  };
};
const lasting = guarded("localStorage");
const ofTab = guarded("sessionStorage");
