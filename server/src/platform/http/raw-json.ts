/**
 * An answer whose fields are JSON already, written without their braces: it passes the serializer by, which would parse it
 * and write the same again. Whoever makes one writes declared fields only, and has a test that holds it to its schema.
 */
export class RawJson {
  readonly fields: string

  constructor(fields: string) {
    this.fields = fields
  }
}
