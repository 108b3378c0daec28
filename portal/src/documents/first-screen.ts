import type { Plugin } from './swagger-ui.js';

/** Shows the first paragraph of the description and folds the rest, so that the first screen has operations. */
export function firstScreen(description: string): Plugin {
  const end = description.indexOf('\n\n');
  return {
    wrapComponents: {
      Markdown: (original, { React }) =>
        function Markdown(props: { source?: string }) {
          const part = (source: string) => React.createElement(original, { ...props, source });
          if (props.source !== description || end < 0) return React.createElement(original, props);
          return React.createElement(
            'div',
            null,
            part(description.slice(0, end)),
            React.createElement(
              'details',
              null,
              React.createElement('summary', null, 'Headers, formats, limits, errors, and versions'),
              part(description.slice(end)),
            ),
          );
        },
    },
  };
}
