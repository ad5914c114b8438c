import { useEffect, useState } from 'react'
import type { DocumentLook } from '#contract/rules/document-look.ts'
import { PackingSlip, type Slip } from '../orders/packing-slip.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import css from './appearance.module.css'

const sample: Slip = {
  order_no: 'KL-100042',
  placed_at: '2026-11-22T10:00:00Z',
  to: ['Asha Rao', '14 Lake View Road', 'Bengaluru 560001', 'Karnataka'],
  phone: '9876543210',
  method: 'Standard delivery',
  lines: [
    { id: 1, name: 'Moon Vase (White)', sku: 'MV-WHT', quantity: 2, notes: [], picture: null },
    { id: 2, name: 'Noodle Bowl', sku: 'NB-01', quantity: 1, notes: ['“For Mira”'], picture: null },
  ],
  instruction: 'Please ring twice',
}

/** An invoice and a packing slip of a sample order with the look that is being chosen. `look`: of the form. */
export function DocumentLookPreview({ look }: { look: DocumentLook }) {
  const [isSlip, setSlip] = useState(false)
  const [settled, setSettled] = useState(look)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(look), 500)
    return () => clearTimeout(timer)
  }, [look])
  const src = `/admin/invoice-preview?${new URLSearchParams({ look: JSON.stringify(settled) })}`
  return (
    <section className={css.mail} aria-label="Preview of invoices and slips">
      <div className={css.mailTools}>
        {[false, true].map((isOfSlip) => (
          <button
            key={String(isOfSlip)}
            type="button"
            aria-pressed={isOfSlip === isSlip}
            onClick={() => setSlip(isOfSlip)}
          >
            {isOfSlip ? 'Packing slip' : 'Invoice'}
          </button>
        ))}
      </div>
      {isSlip ? (
        <PackingSlip slip={sample} look={look} />
      ) : (
        // Without the controls of the browser's viewer.
        <iframe className={css.sheet} title="The invoice" src={`${src}#toolbar=0&navpanes=0&view=FitH`} />
      )}
      <p className={screen.help}>
        With sample data.{' '}
        {!isSlip && (
          <a href={src} target="_blank" rel="noopener">
            Open the invoice in a new tab
          </a>
        )}
      </p>
    </section>
  )
}
