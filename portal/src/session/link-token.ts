/** Ignores text after the token, such as punctuation after a copied link. */
const LINK_HASH = /^#link=([\w-]{0,43})/;

let linkToken: string | undefined;

/**
 * Removes the token of a password link from the address, because addresses stay in the history and
 * are visible to others. Must run before the router starts.
 */
export function takeLinkToken(): void {
  // a link opened in a window with the portal changes only the fragment, so this reloads the page
  // before the router reacts
  addEventListener('popstate', (event) => {
    if (!LINK_HASH.test(location.hash)) return;
    event.stopImmediatePropagation();
    location.reload();
  });
  const [, token] = LINK_HASH.exec(location.hash) ?? [];
  if (token === undefined) return;
  linkToken = token;
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Returns the token of the password link that opened the page. Only this page stores it, in memory. */
export const getLinkToken = (): string | undefined => linkToken;
