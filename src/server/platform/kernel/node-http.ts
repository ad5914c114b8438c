/**
 * Functions of `node:http` and `node:https`. An import of these modules reads all their exports, and the getter of `WebSocket` loads
 * the whole of undici: an eighth of the processor time of a start, and 10 MB. ADR 0004.
 */
export const { createServer, STATUS_CODES, get: getHttp } = process.getBuiltinModule('node:http')
export const { get: getHttps } = process.getBuiltinModule('node:https')
