import {
  Clapperboard,
  Clock,
  FileInput,
  Import,
  Keyboard,
  Monitor,
  Moon,
  Pause,
  Play,
  Plug,
  Scissors,
  SkipBack,
  Sun,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { useDemo } from '../demo/use-demo.ts'
import { replayOpened } from '../replay/replay-opened.ts'
import { useReadOnly } from '../share/read-only.tsx'
import { useSharing } from '../share/sharing.ts'
import { VIEWS } from '../views.ts'

/** Something that can be done from anywhere, by name. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly group: string
  readonly icon: LucideIcon
  /** The keys that do the same, as `SHORTCUTS` writes them. */
  readonly keys?: string
  /** It changes the home, so there is nothing for it to do where a recording is only looked at. */
  readonly writes?: true
  readonly run: () => void
}

const THEMES = [
  { value: 'light', label: 'Light appearance', icon: Sun },
  { value: 'dark', label: 'Dark appearance', icon: Moon },
  { value: 'system', label: 'Appearance as the system', icon: Monitor },
] as const

/** Whatever the palette offers before anything is typed. */
export function useCommands(): Command[] {
  const { timeline } = useServices()
  const { play } = useDemo()
  const importThis = useSharing((sharing) => sharing.importThis)
  const readOnly = useReadOnly()
  const { paused, goTo, togglePaused, setTheme, setOverlay } = useView()
  const all: Command[] = [
    ...VIEWS.map(({ id, name, icon, ofHome }, index) => ({
      id: `go-${id}`,
      label: name,
      group: 'Go to',
      icon,
      keys: String(index + 1),
      ...(ofHome && { writes: ofHome }),
      run: () => goTo(id),
    })),
    {
      id: 'pause',
      label: paused ? 'Follow live again' : 'Hold new rows back',
      group: 'Do',
      icon: paused ? Play : Pause,
      keys: 'p',
      run: () => togglePaused(timeline),
    },
    {
      id: 'time',
      label: 'Go to a time…',
      group: 'Do',
      icon: Clock,
      keys: 't',
      run: () => {
        goTo('timeline')
        setOverlay('time')
      },
    },
    {
      id: 'replay',
      label: 'Replay what is open',
      group: 'Do',
      icon: SkipBack,
      keys: 'r',
      run: () => replayOpened(timeline),
    },
    {
      id: 'prune',
      writes: true,
      label: 'Prune stored content…',
      group: 'Do',
      icon: Scissors,
      run: () => setOverlay('prune'),
    },
    {
      id: 'connect',
      writes: true,
      label: 'Connect a client…',
      group: 'Do',
      icon: Plug,
      run: () => setOverlay('connect'),
    },
    {
      id: 'import',
      writes: true,
      label: 'Take over MCP servers…',
      group: 'Do',
      icon: Import,
      run: () => setOverlay('import'),
    },
    {
      id: 'import-recording',
      writes: true,
      label: 'Import a recording…',
      group: 'Do',
      icon: FileInput,
      run: () => importThis('choose'),
    },
    {
      id: 'demo',
      writes: true,
      label: 'Play the demo',
      group: 'Do',
      icon: Clapperboard,
      run: () => {
        goTo('timeline')
        void play()
      },
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      group: 'Do',
      icon: Keyboard,
      keys: '?',
      run: () => setOverlay('shortcuts'),
    },
    ...THEMES.map(({ value, label, icon }) => ({
      id: `theme-${value}`,
      label,
      group: 'Appearance',
      icon,
      run: () => setTheme(value),
    })),
  ]
  return readOnly === null ? all : all.filter(({ writes }) => writes !== true)
}

/** Commands under their groups, in the order in which the groups first appear. */
export function grouped(commands: readonly Command[]): { value: string; items: Command[] }[] {
  return [...Map.groupBy(commands, ({ group }) => group)].map(([value, items]) => ({ value, items }))
}
