import type { FastifyInstance } from 'fastify'
import { sampleInvoice } from '#server/commerce/orders/invoices/sample-invoice.ts'
import { parseAppearance } from '#server/content/storefront/configuration.ts'
import { readEditedAppearance } from '#server/content/storefront/editing/appearance-draft.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { readStaffVisitor } from '#server/platform/sessions/session.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { asShopError } from '../as-shop-error.ts'

/**
 * An invoice with sample goods and the look in the query, as JSON, over the draft of the appearance: what `document_look` of the form
 * has. Browsers show a PDF in a frame with their own viewer, which no policy of the frame may forbid.
 */
export function serveInvoicePreview(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'files'>,
) {
  app.get<{ Querystring: Record<string, unknown> }>(
    '/admin/invoice-preview',
    { config: { whileLocked: true } },
    async (request, reply) => {
      const { staff } = await readStaffVisitor(services, request)
      reply.headers({
        'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      if (!staff?.permissions.includes('settings.read'))
        return reply.code(403).type('text/plain; charset=utf-8').send('Please sign in to see this preview.')
      try {
        const { document_look } = await parseAppearance({ document_look: parsed(request.query.look) })
        const { live, draft } = await readEditedAppearance(services.db)
        const logo = { ...live, ...draft }.logo1?.path ?? null
        const invoice = await sampleInvoice(services.db, await readDefaultChannel(services.db), {
          look: document_look ?? null,
          logo,
        })
        const { renderInvoice } = await import('#server/commerce/orders/invoices/invoice-pdf.ts')
        const pdf = await renderInvoice(invoice, services.files)
        return reply.type('application/pdf').header('content-disposition', 'inline').send(pdf)
      } catch (error) {
        const { httpStatus, message, extra } = asShopError(error, request.id)
        if (httpStatus >= 500) throw error
        const [first = message] = Object.values(extra.errors ?? {}).flat()
        return reply.code(httpStatus).type('text/plain; charset=utf-8').send(first)
      }
    },
  )
}

/** Anything else than JSON is refused as a look. */
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return text
  }
}
