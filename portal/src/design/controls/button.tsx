import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';
import { Icon, type IconName } from '../icons/icon.js';
import styles from './button.module.css';

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet' | 'sign' | 'small' | 'smallDanger';

interface Props extends Omit<ButtonProps, 'className' | 'children'> {
  kind?: ButtonKind;
  icon?: IconName;
  children?: ReactNode;
}

export function Button({ kind = 'plain', icon, children, ...props }: Props) {
  return (
    <AriaButton {...props} className={buttonClassName(kind)}>
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}

/** Returns the class name of a link that looks like a button. */
export const buttonClassName = (kind: ButtonKind): string | undefined => styles[kind];
