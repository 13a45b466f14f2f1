/** Where the receipt of a payment is. */
export const receiptPath = (of: { readonly connection_id: string; readonly request_id: string }): string =>
  `/receipt/${encodeURIComponent(of.connection_id)}/${encodeURIComponent(of.request_id)}`
