import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

export type Audience = 'customer' | 'internal';

/** The OpenAPI documents, made from the running application when somebody first asks for them. */
@Injectable()
export class Documents {
  private readonly made = new Map<Audience, OpenAPIObject>();
  private make: ((audience: Audience) => OpenAPIObject) | undefined;

  /** Only the finished application can describe itself. */
  comeFrom(make: (audience: Audience) => OpenAPIObject): void {
    this.make = make;
  }

  get(audience: Audience): OpenAPIObject {
    let document = this.made.get(audience);
    if (!document) {
      if (!this.make) throw new Error('The application is not set up');
      this.made.set(audience, (document = this.make(audience)));
    }
    return document;
  }
}
