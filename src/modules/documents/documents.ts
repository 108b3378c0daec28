import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { StaticFile } from '../../http/static-file.js';

export type Audience = 'customer' | 'internal';

/** The OpenAPI documents, made from the running application, once: when the service starts, or when somebody first asks. */
@Injectable()
export class Documents {
  private readonly made = new Map<Audience, ReadonlyMap<string, StaticFile>>();
  private make: ((audience: Audience) => OpenAPIObject) | undefined;

  /** Only the finished application can describe itself. */
  generateWith(make: (audience: Audience) => OpenAPIObject): void {
    this.make = make;
  }

  /** Before anybody asks: making them keeps the process from answering for some 300 ms. */
  makeAll(): void {
    this.files('customer');
    this.files('internal');
  }

  /** A document in each form, by the name of its file. */
  files(audience: Audience): ReadonlyMap<string, StaticFile> {
    let files = this.made.get(audience);
    if (!files) {
      if (!this.make) throw new Error('The application is not set up');
      this.made.set(audience, (files = filesOf(this.make(audience))));
    }
    return files;
  }
}

function filesOf(document: OpenAPIObject): ReadonlyMap<string, StaticFile> {
  const json = Buffer.from(JSON.stringify(document, undefined, 2));
  const yaml = Buffer.from(stringify(document));
  return new Map([
    ['openapi.json', new StaticFile('application/json; charset=utf-8', json)],
    ['openapi.yaml', new StaticFile('application/yaml; charset=utf-8', yaml)],
  ]);
}
