import '../styles/base.css';
import '../styles/parts.css';
import { render } from 'preact';
import { TicketPage } from './page.tsx';

const page = document.getElementById('page');
const [, ticket = ''] = /^\/u\/([^/]+)/.exec(location.pathname) ?? [];
if (page) render(<TicketPage ticket={decodeURIComponent(ticket)} />, page);
