/** Preferences of this browser. Where storage is refused they last as long as the page. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`portal.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`portal.${name}`, value);
  } catch {
    // nothing to be done: the choice holds until the page is left
  }
}
