/** What the operator asked for cannot be done as it was asked. */
export class AdminFault extends Error {}
