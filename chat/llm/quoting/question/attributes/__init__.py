"""What is asked of somebody or something ("Where does my sister work?"): its forms, of whom, and by what it is told."""
