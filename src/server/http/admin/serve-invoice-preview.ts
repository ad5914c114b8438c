import type { FastifyInstance } from 'fastify'
import { sampleInvoice } from '#server/commerce/orders/invoices/sample-invoice.ts'
import { parseAppearance } from '#server/content/storefront/configuration.ts'
import { readEditedAppearance } from '#server/content/storefront/editing/appearance-draft.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { serveStaffPreview, typedJson } from './staff-preview.ts'

/**
 * An invoice with sample goods and the look in the query, as JSON, over the draft of the appearance: what `document_look` of the form
 * has. Browsers show a PDF in a frame with their own viewer, which no policy of the frame may forbid.
 */
export function serveInvoicePreview(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'files'>,
) {
  const { db, files } = services
  serveStaffPreview(app, services, {
    url: '/admin/invoice-preview',
    policy: "default-src 'none'; frame-ancestors 'self'",
    sentence: { type: 'text/plain; charset=utf-8', of: (text) => text },
    async answer({ query }, reply) {
      const { document_look } = await parseAppearance({ document_look: typedJson(query.look) })
      const { live, draft } = await readEditedAppearance(db)
      const logo = { ...live, ...draft }.logo1?.path ?? null
      const look = { look: document_look ?? null, logo }
      const invoice = await sampleInvoice(db, await readDefaultChannel(db), look)
      const { renderInvoice } = await import('#server/commerce/orders/invoices/invoice-pdf.ts')
      const pdf = await renderInvoice(invoice, files)
      return reply.type('application/pdf').header('content-disposition', 'inline').send(pdf)
    },
  })
}
