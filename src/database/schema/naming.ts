import { DefaultNamingStrategy } from 'typeorm';

/** `lastConnect` in the code is `last_connect` in the database. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals, at: number) => (at > 0 ? '_' : '') + capitals.toLowerCase());
}
