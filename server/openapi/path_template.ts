/** The path of a route as the OpenAPI document has it: `/v1/farms/:id` as `/v1/farms/{id}`. */
export const pathTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')
