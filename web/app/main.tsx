import '../styles/base.css';
import '../styles/parts.css';
import { render } from 'preact';
import { Shell } from './shell.tsx';

const page = document.getElementById('page');
if (page) render(<Shell />, page);
