import { escapeHtml } from '#pages/head.server.ts'

console.log(escapeHtml)
