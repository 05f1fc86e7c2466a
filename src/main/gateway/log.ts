/** Where the gateway reports to; pino's loggers have this shape. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
