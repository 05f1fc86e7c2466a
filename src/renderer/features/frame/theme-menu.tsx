import { Menu } from '@base-ui/react/menu'
import { Monitor, Moon, Sun } from 'lucide-react'
import type { ThemeChoice } from '../../state/theme.ts'
import { useView } from '../../state/view.ts'
import menu from '../../ui/menu.module.css'

const CHOICES = [
  { value: 'system', name: 'As the system', icon: Monitor },
  { value: 'light', name: 'Light', icon: Sun },
  { value: 'dark', name: 'Dark', icon: Moon },
] as const

/** Light, dark, or as the system says. */
export function ThemeMenu({ className }: { className?: string | undefined }) {
  const { theme, setTheme } = useView()
  const Current = CHOICES.find(({ value }) => value === theme)?.icon ?? Monitor
  return (
    <Menu.Root>
      <Menu.Trigger className={className} aria-label="Appearance">
        <Current size={18} strokeWidth={1.6} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="right" align="end" sideOffset={8}>
          <Menu.Popup className={menu['popup']}>
            <Menu.RadioGroup value={theme} onValueChange={(value: ThemeChoice) => setTheme(value)}>
              {CHOICES.map(({ value, name, icon: Icon }) => (
                <Menu.RadioItem key={value} value={value} className={menu['item']} closeOnClick>
                  <Icon size={14} /> {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
