/** What `--version`, /health and the OpenAPI document say. */
export const VERSION = '0.1.0'
