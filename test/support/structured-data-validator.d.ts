declare module '@adobe/structured-data-validator' {
  export default class Validator {
    constructor(vocabulary: { '@graph': readonly object[] })
    validate(extracted: {
      jsonld: Record<string, readonly object[]>
      microdata: object
      rdfa: object
    }): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING'; errorType?: 'schemaOrg' }[]>
  }
}
