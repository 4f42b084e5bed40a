/** A route's path in OpenAPI's form: `/v1/farms/:id` as `/v1/farms/{id}`. */
export const pathTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')
