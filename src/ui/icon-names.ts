/** Our names of the icons and Lucide's of their drawings. After a change: `node scripts/make-icons.ts`. */
export const icons = {
  'arrow-right': 'ArrowRight',
  'arrow-up': 'ArrowUp',
  box: 'Box',
  check: 'Check',
  'chevron-down': 'ChevronDown',
  'chevron-left': 'ChevronLeft',
  'chevron-right': 'ChevronRight',
  alert: 'CircleAlert',
  hand: 'Hand',
  home: 'House',
  grid: 'LayoutGrid',
  menu: 'Menu',
  minus: 'Minus',
  phone: 'Phone',
  plus: 'Plus',
  search: 'Search',
  bag: 'ShoppingBag',
  filters: 'SlidersHorizontal',
  trash: 'Trash2',
  truck: 'Truck',
  undo: 'Undo2',
  user: 'User',
  offline: 'WifiOff',
  close: 'X',
} as const

export type IconName = keyof typeof icons
