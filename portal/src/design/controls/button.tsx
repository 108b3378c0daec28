import type { ReactNode } from 'react';
import { Button as Pressable, type ButtonProps } from 'react-aria-components';
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
    <Pressable {...props} className={buttonLook(kind)}>
      {icon && <Icon name={icon} />}
      {children}
    </Pressable>
  );
}

/** The class name of a link that looks like a button. */
export const buttonLook = (kind: ButtonKind): string | undefined => styles[kind];
