import type { SwaggerUiPlugin } from './swagger-ui.js';

/**
 * Removes the link inside the button of an operation, which the keyboard cannot reach. The address
 * bar shows the same address.
 */
export const plainDeepLinks: SwaggerUiPlugin = {
  wrapComponents: {
    DeepLink: (_original, { React }) =>
      function DeepLink({ text }: { text: unknown }) {
        return React.createElement('span', null, text);
      },
  },
};

/** Attributes that Swagger UI lacks for screen readers, the keyboard, and secrets, by selector. */
const MISSING_ATTRIBUTES: readonly [selector: string, attribute: string, value: string][] = [
  ['.information-container', 'role', 'region'],
  ['.information-container', 'aria-label', 'About the API'],
  ['.scheme-container', 'role', 'region'],
  ['.scheme-container', 'aria-label', 'Server and authorization'],
  ['#servers', 'aria-label', 'Server'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['.content-type', 'aria-label', 'Response format'],
  ['.modal-ux', 'role', 'dialog'],
  ['.modal-ux', 'aria-label', 'Authorize'],
  ['.close-modal', 'aria-label', 'Close'],
  ['.auth-btn-wrapper .authorize', 'aria-label', 'Authorize'],
  ['.auth-btn-wrapper [aria-label="Remove authorization"]', 'aria-label', 'Logout'],
  ['#auth-bearer-value', 'type', 'password'],
  ['#auth-bearer-value', 'autocomplete', 'off'],
  ['textarea', 'aria-label', 'Body'],
  ['pre.microlight', 'tabindex', '0'],
  // below the title (h1), headings begin with h3
  ['h3', 'aria-level', '2'],
  ['h4', 'aria-level', '3'],
  ['h5, h6', 'aria-level', '4'],
];

/** Adds the missing attributes, now and after each change of the page. */
export function addMissingAttributes(page: HTMLElement): void {
  const addAttributes = (): void => {
    for (const [selector, attribute, value] of MISSING_ATTRIBUTES)
      for (const element of page.querySelectorAll(`:is(${selector}):not([${attribute}="${value}"])`))
        element.setAttribute(attribute, value);
    for (const select of page.querySelectorAll('tr[data-param-name] select:not([aria-label])'))
      select.setAttribute('aria-label', select.closest('tr')?.dataset.paramName ?? '');
    for (const table of page.querySelectorAll('table[role="region"]')) table.removeAttribute('role');
  };
  new MutationObserver(addAttributes).observe(page, { childList: true, subtree: true });
  addAttributes();
}
