import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'

type ButtonLinkProps = ComponentProps<typeof Link> & { readonly variant?: ButtonVariant; readonly size?: ButtonSize }

export const ButtonLink = ({ variant, size, className, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={buttonStyle(variant, size, className)} />
)
