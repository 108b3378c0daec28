const LINK = /^#link=(.*)$/;

let kept: string | undefined;

/**
 * Takes the token of a link out of the address, before anything else reads it or keeps it: what stands in the address stays in
 * the history, and is seen by whoever looks over a shoulder.
 */
export function takeLinkToken(): void {
  // where the window showed the portal already, only the fragment changes: nothing is loaded, and the router is not to see it
  addEventListener('popstate', (event) => {
    if (!LINK.test(location.hash)) return;
    event.stopImmediatePropagation();
    location.reload();
  });
  const [, token] = LINK.exec(location.hash) ?? [];
  if (token === undefined) return;
  kept = token;
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** The token with which the page was opened. It is nowhere but in the memory of this page. */
export const keptLinkToken = (): string | undefined => kept;
