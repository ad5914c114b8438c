import { z } from 'zod'

/**
 * The policy of the back office forbids compiling code from text, and a caught attempt would still be reported. Import
 * it before any module with schemas.
 */
z.config({ jitless: true })
