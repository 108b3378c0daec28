import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { StaticFile } from '../../http/response/static-file.js';

export type Audience = 'customer' | 'internal';

/** The OpenAPI documents, made from the running application, and written once in each form: when the service starts, or when somebody first asks. */
@Injectable()
export class Documents {
  private readonly made = new Map<Audience, OpenAPIObject>();
  private readonly files = new Map<string, StaticFile>();
  private make: ((audience: Audience) => OpenAPIObject) | undefined;

  /** Only the finished application can describe itself. */
  generateWith(make: (audience: Audience) => OpenAPIObject): void {
    this.make = make;
  }

  /** Before anybody asks: making them keeps the process from answering for some 300 ms. */
  makeAll(): void {
    for (const audience of ['customer', 'internal'] as const) {
      this.json(audience);
      this.yaml(audience);
    }
  }

  json(audience: Audience): StaticFile {
    return this.file(audience, 'application/json; charset=utf-8', (document) =>
      JSON.stringify(document, undefined, 2),
    );
  }

  yaml(audience: Audience): StaticFile {
    return this.file(audience, 'application/yaml; charset=utf-8', stringify);
  }

  private file(audience: Audience, type: string, write: (document: OpenAPIObject) => string): StaticFile {
    const name = `${audience} ${type}`;
    let file = this.files.get(name);
    if (!file) this.files.set(name, (file = new StaticFile(type, Buffer.from(write(this.get(audience))))));
    return file;
  }

  private get(audience: Audience): OpenAPIObject {
    let document = this.made.get(audience);
    if (!document) {
      if (!this.make) throw new Error('The application is not set up');
      this.made.set(audience, (document = this.make(audience)));
    }
    return document;
  }
}
