/** Reads a preference of this browser. Without storage, preferences last until the page closes. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(`portal.${name}`);
  } catch {
    return null;
  }
}

export function savePreference(name: string, value: string): void {
  try {
    localStorage.setItem(`portal.${name}`, value);
  } catch {
    // without storage, the preference lasts until the page closes
  }
}
