import type { Plugin } from './swagger-ui.js';

interface SentRequest {
  hasIn(path: readonly string[]): boolean;
  setIn(path: readonly string[], value: string): SentRequest;
}

const HEADER = ['headers', 'Authorization'];

/** Hides the key in the curl command of a request, so that a screenshot does not show it. */
export const maskedKey: Plugin = {
  wrapComponents: {
    curl: (original, { React }) =>
      function Curl(props: { request: SentRequest }) {
        const { request } = props;
        const shown = request.hasIn(HEADER) ? request.setIn(HEADER, 'Bearer <API_KEY>') : request;
        return React.createElement(original, { ...props, request: shown });
      },
  },
};
