import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { useTooltip } from './tooltip.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'title' | 'onClick'> {
  readonly kind?: 'primary' | 'danger' | 'quiet' | 'link';
  readonly size?: 'icon' | 'small';
  readonly icon?: IconName;
  /** Why it cannot be pressed: said on hover, on focus and to screen readers (look: States). */
  readonly disabledReason?: string | undefined;
  /** Its work is under way: a spinner stands in the place of its words. */
  readonly isBusy?: boolean;
  /** A word on hover for a button that shows an icon only. */
  readonly hint?: string;
  readonly onPress?: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly children?: ReactNode;
}

/** A button; one that cannot be pressed stays focusable and says why. */
export function Button(props: ButtonProps) {
  const { kind, size, icon, disabledReason, isBusy = false, hint, onPress, children, type = 'button', ...rest } = props;
  const isDisabled = disabledReason !== undefined;
  const { props: tipProps, tip } = useTooltip(disabledReason ?? hint);
  return (
    <>
      <button
        {...rest}
        {...tipProps}
        className={`button ${rest.className ?? ''}`}
        type={type}
        data-kind={kind}
        data-size={size}
        aria-disabled={isDisabled || undefined}
        aria-busy={isBusy || undefined}
        onClick={(event) => (isDisabled ? event.preventDefault() : onPress?.(event))}
      >
        {icon ? <Icon name={icon} /> : null}
        {children}
      </button>
      {tip}
    </>
  );
}
