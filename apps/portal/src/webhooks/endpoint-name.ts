/** An endpoint as people tell it apart: by its path, or by its host where it has none. */
export const endpointName = (url: string): string => {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : pathname
}
