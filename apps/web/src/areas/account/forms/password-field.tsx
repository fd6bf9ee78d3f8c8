import { type ComponentProps, useState } from 'react'
import { TextField } from '../../../ui/controls/text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'autoComplete'> & {
  readonly autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          onClick={() => setShown(!isShown)}
          className="min-h-8 min-w-12 rounded-md px-2 text-12 text-ink-2 hover:text-ink-1 pointer-coarse:min-h-11"
        >
          {isShown ? 'Hide' : 'Show'}
          <span className="sr-only">{' password'}</span>
        </button>
      }
    />
  )
}
