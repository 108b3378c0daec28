/** Returns the label of a name that a device reported, or the name if there is none, even for names such as `constructor`. */
export const labelOf = (labels: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? name;
