import { DialogMessages } from '#features/session/dialog-messages.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { OrderDialogProps } from './order-actions.tsx'
import { RateExperience } from './rate-experience.tsx'

/** Rates an order, once. Spec §4: order dialogs. */
export function RatingDialog({ order, token, onChange, onClose }: OrderDialogProps) {
  return (
    <Dialog title={`Rate order ${order.order_no}`} onClose={onClose}>
      <RateExperience
        orderId={order.order_id}
        token={token}
        rated={null}
        onRated={(rating) => onChange({ ...order, experience_rating: rating })}
      />
      <DialogMessages />
    </Dialog>
  )
}
